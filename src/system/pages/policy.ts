import type { Manifest } from '../../runtime/kit.ts'

/**
 * Returns the Content-Security-Policy of a page: scripts by nonce only, so that no uploaded file can run; styles, fonts
 * and connections of this site; from other sites only pictures, audio and video, which may be on a CDN, and frames of
 * the websites in previews.
 */
export function pagePolicy(nonce: string, { previewOrigins }: Pick<Manifest, 'previewOrigins'>): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    ["frame-src 'self'", ...previewOrigins].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}
