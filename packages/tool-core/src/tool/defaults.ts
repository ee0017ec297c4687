import type { PermissionResult } from './tool.ts';

export const always = (): boolean => true;
export const never = (): boolean => false;

const passthrough: PermissionResult = Object.freeze({
  behavior: 'passthrough',
  message: 'The permission rules decide.',
});

export const leaveToRules = (): PermissionResult => passthrough;
