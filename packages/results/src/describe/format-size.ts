/** `1,234,567` */
export function formatCount(count: number): string {
  return Math.ceil(count).toLocaleString('en-US');
}

/** Bytes in decimal units: `1.2 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
