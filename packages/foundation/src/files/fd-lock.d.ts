declare module 'fd-lock' {
  /** Takes an exclusive advisory lock without waiting; false when another holds it. */
  function lock(fileDescriptor: number): boolean;
  export = lock;
}
