import { describe, expect, it } from 'vitest';
import { ToolpoolError } from '../src/errors.ts';

describe('ToolpoolError', () => {
  it('carries its code, hint, server, data and cause', () => {
    const cause = new Error('below');
    const details = { code: 'TOOLPOOL_TOOL_UNKNOWN', hint: 'Look.', server: 's', data: 1 } as const;
    const error = new ToolpoolError('There is no tool x.', { ...details, cause });
    expect(error).toMatchObject({ ...details, message: 'There is no tool x.', cause });
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toBe('ToolpoolError: There is no tool x.');
  });

  it('is recognised across copies of the package, and nothing else is', () => {
    const foreign = Object.assign(new Error('x'), { [Symbol.for('toolpool.error')]: true });
    expect(ToolpoolError.isInstance(foreign)).toBe(true);
    for (const other of [new Error('x'), null, undefined, 'ToolpoolError', { code: 'x' }]) {
      expect(ToolpoolError.isInstance(other)).toBe(false);
    }
  });
});
