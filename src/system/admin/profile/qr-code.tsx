/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { encode } from 'uqr'

/** Width of the light margin around a code, in modules, which scanners require (ISO/IEC 18004). */
const QUIET = 4

/** A QR code, dark on light in every theme, because some scanners cannot read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET, ecc: 'M' })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .filter((part) => part !== '')
    .join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      class="size-56 rounded-md border"
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
