import type { Reporter, TestModule } from 'vitest/node';

/** Ends the run with `N passed, N failed`, the plain line that continuous integration reads. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    let passed = 0;
    let failed = errors.length;
    for (const module of modules) {
      const results = [...module.children.allTests()].map((test) => test.result().state);
      passed += results.filter((state) => state === 'passed').length;
      failed += results.filter((state) => state === 'failed').length;
      // A file that does not load, or a hook that fails, fails no test of its own.
      if (!module.ok() && !results.includes('failed')) failed += 1;
    }
    // After the default reporter's own summary.
    process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
}
