/** @jsxRuntime automatic @jsxImportSource hono/jsx */
/** A line that shows how a value develops over time, without numbers; `label` describes it. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const most = Math.max(1, ...values)
  const step = values.length < 2 ? 0 : 100 / (values.length - 1)
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${(19 - (value / most) * 18).toFixed(1)}`)
  return (
    <svg viewBox="0 0 100 20" preserveAspectRatio="none" class="h-5 w-24" role="img" aria-label={label}>
      <polyline
        points={points.join(' ')}
        class="fill-none stroke-primary"
        stroke-width="1.5"
        vector-effect="non-scaling-stroke"
      />
    </svg>
  )
}
