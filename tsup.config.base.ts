import { defineConfig } from 'tsup';

/** The one way packages are bundled: ESM for Node 20+, declarations left to `tsc`. */
export const library = (...entry: string[]): ReturnType<typeof defineConfig> =>
  defineConfig({
    entry,
    format: 'esm',
    target: 'node20',
    platform: 'node',
    sourcemap: true,
    clean: true,
    treeshake: true,
    dts: false,
    tsconfig: 'tsconfig.build.json',
    // An optional dependency with native parts, which tsup would bundle.
    external: [/^@napi-rs\//],
  });
