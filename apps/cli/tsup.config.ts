import { defineConfig, type Options } from 'tsup';
import { writeLicenses } from './write-licenses.ts';

type Plugin = NonNullable<Options['esbuildPlugins']>[number];

/** The client gives the MCP SDK a validator, so that the SDK's own, 130 kB of it, is never used. */
const withoutAjv: Plugin = {
  name: 'without-ajv',
  setup(build) {
    build.onLoad({ filter: /[\\/]validation[\\/]ajv-provider\.js$/ }, () => ({
      contents: 'export class AjvJsonSchemaValidator {}',
    }));
  },
};

/** What the bundle imports of modules of Node that take long to load, 5 ms and more each. */
const SLOW: Readonly<Record<string, readonly string[]>> = {
  child_process: ['spawn'],
  crypto: ['createHash', 'hash', 'randomBytes', 'randomUUID', 'timingSafeEqual'],
};

const builtin = (name: string) => `process.getBuiltinModule('${name}')`;

/** Loads slow modules of Node at the first call into them: `--help` makes none. */
const lazySlowModules: Plugin = {
  name: 'lazy-slow-modules',
  setup(build) {
    build.onResolve({ filter: /^(node:)?(child_process|crypto)$/ }, ({ path, kind }) => ({
      path: path.replace('node:', ''),
      namespace: kind === 'require-call' ? 'lazy-require' : 'lazy-import',
    }));
    build.onLoad({ filter: /./, namespace: 'lazy-require' }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, key) => ${builtin(path)}[key] });`,
    }));
    build.onLoad({ filter: /./, namespace: 'lazy-import' }, ({ path }) => ({
      contents: (SLOW[path] ?? [])
        .map((name) => `export const ${name} = (...args) => ${builtin(path)}.${name}(...args);`)
        .join('\n'),
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
  // fd-lock and the keyring find their binaries beside their own package.json, jiti its compiler.
  noExternal: [/^(?!(?:fd-lock|jiti|typescript|@napi-rs\/keyring)$).*/],
  // Optional, and asked for by the loader of cosmiconfig that is never used.
  external: ['@napi-rs/keyring', 'typescript'],
  removeNodeProtocol: false,
  esbuildPlugins: [withoutAjv, lazySlowModules],
  // The optional native part of ws, which a bundle cannot hold and would take for there.
  env: { WS_NO_BUFFER_UTIL: '1' },
  // CommonJS inside the bundle asks for modules of Node only.
  banner: { js: 'const require = process.getBuiltinModule;' },
  esbuildOptions(options) {
    options.mainFields = ['module', 'main'];
    options.conditions = ['@toolpool/source'];
  },
  onSuccess: () => writeLicenses('dist'),
});
