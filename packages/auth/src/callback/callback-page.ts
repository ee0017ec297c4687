import type { ServerResponse } from 'node:http';

/** Sends a page that loads nothing, runs nothing and stays in no cache, and ends the connection. */
export function sendPage(response: ServerResponse, status: number, text: string): void {
  const page = `<!doctype html><meta charset="utf-8"><title>Toolpool</title><p>${escapeHtml(text)}</p>\n`;
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(page),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(page);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
