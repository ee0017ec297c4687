import { defineConfig } from 'vitest/config';

const workspaces = '{packages,plugins,apps}/*/test';
const conditions = ['@toolpool/source'];
const globalSetup = ['./test/no-secret-left.ts', './test/no-process-left.ts'];

export default defineConfig({
  test: {
    reporters: ['default', './test/count-reporter.ts', './test/canary-reporter.ts'],
    // The default leaves a core idle, and most tests wait for processes of their own.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { conditions },
        ssr: { resolve: { conditions: [...conditions, 'node', 'import', 'default'] } },
        test: {
          name: 'unit',
          globalSetup,
          include: [`${workspaces}/**/*.test.ts`, 'test/**/*.test.ts'],
          exclude: ['**/*.e2e.test.ts', '**/node_modules/**'],
          restoreMocks: true,
          unstubEnvs: true,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: [`${workspaces}/**/*.test-d.ts`],
            tsconfig: 'tsconfig.json',
          },
        },
      },
      {
        // Runs the built dist, on purpose without the source condition.
        test: {
          name: 'e2e',
          globalSetup,
          include: [`${workspaces}/**/*.e2e.test.ts`, 'test/**/*.e2e.test.ts'],
          exclude: ['**/node_modules/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
