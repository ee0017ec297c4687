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
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  esbuildOptions(options) {
    options.mainFields = ['module', 'main'];
    options.conditions = ['@toolpool/source'];
  },
  onSuccess: () => writeLicenses('dist'),
});
