import { defineConfig, type Options } from 'tsup';
import { writeLicenses } from './write-licenses.ts';

/** The client gives the MCP SDK a validator, so that the SDK's own, 130 kB of it, is never used. */
const withoutAjv: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'without-ajv',
  setup(build) {
    build.onLoad({ filter: /[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: 'export class AjvJsonSchemaValidator {}',
    }));
  },
};

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
  esbuildPlugins: [withoutAjv],
  esbuildOptions(options) {
    options.mainFields = ['module', 'main'];
    options.conditions = ['@toolpool/source'];
  },
  onSuccess: () => writeLicenses('dist'),
});
