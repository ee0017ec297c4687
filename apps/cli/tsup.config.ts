import { defineConfig } from 'tsup';
import { writeLicenses } from './write-licenses.ts';

/** One minified bundle with lazily loaded chunks: a fast start, and nothing to resolve at run time. */
export default defineConfig({
  entry: ['src/bin.ts'],
  format: 'esm',
  target: 'node20',
  platform: 'node',
  clean: true,
  splitting: true,
  treeshake: true,
  minify: true,
  metafile: true,
  dts: false,
  tsconfig: 'tsconfig.build.json',
  // fd-lock finds its prebuilt binary beside its own package.json.
  noExternal: [/^(?!fd-lock$).*/],
  // CommonJS inside the bundle asks for modules of Node only.
  banner: { js: 'const require = process.getBuiltinModule;' },
  esbuildOptions(options) {
    options.mainFields = ['module', 'main'];
    options.conditions = ['@toolpool/source'];
  },
  onSuccess: () => writeLicenses('dist'),
});
