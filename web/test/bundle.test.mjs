// What is built: small, and nothing in it that the Content-Security-Policy would have to allow.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(web, '../build/web/dist');

describe('the bundle', () => {
  it('is there: script/bootstrap builds it', () => expect(existsSync(join(dist, 'index.html'))).toBe(true));
  it('has less than 700 KB, gzipped', () => {
    const files = [
      join(dist, 'index.html'),
      ...readdirSync(join(dist, 'assets')).map((name) => join(dist, 'assets', name)),
    ];
    const size = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
    console.log(`the bundle: ${Math.round(size / 1024)} KB gzipped in ${files.length} files`);
    expect(size).toBeLessThan(700 * 1024);
  });
  it('keeps everything but the page below assets/', () =>
    expect(readdirSync(dist).sort()).toEqual(['assets', 'index.html']));
  it('has neither inline script nor style, and relative addresses alone', () => {
    const page = readFileSync(join(dist, 'index.html'), 'utf8');
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/);
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=/);
    for (const [, address] of page.matchAll(/(?:src|href)="([^"]*)"/g))
      expect(address).toMatch(/^(\.\/assets\/|docs$)/);
  });
});

it('lock files name packages, not where they were fetched from', () => {
  for (const lock of [join(web, 'package-lock.json'), join(web, '../tests/web/package-lock.json')])
    expect(readFileSync(lock, 'utf8')).not.toContain('"resolved"');
});
