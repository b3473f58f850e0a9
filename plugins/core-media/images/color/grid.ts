/** Maps values, 0 to 1, to others. The result is a reused array, valid until the next call. */
export type Stage = (values: Float32Array) => Float32Array

/**
 * Returns a stage that interpolates between the points of a grid, in which the first input varies slowest. The
 * interpolation starts at the corner below the values. From there it goes one step along the input whose value is
 * farthest from the corner, then along the next input, and so on; each corner is weighted by the difference between two
 * distances. This keeps grays gray.
 * @throws Error for a grid without space between its points
 */
export function gridStage(points: readonly number[], outputs: number, grid: Float32Array): Stage {
  const inputs = points.length
  if (inputs === 0 || points.some((count) => count < 2)) throw new Error('the grid has too few points')
  const steps = points.map((_, index) => points.slice(index + 1).reduce((product, count) => product * count, outputs))
  const part = new Float32Array(inputs)
  const order = new Uint8Array(inputs)
  const result = new Float32Array(outputs)
  return (values) => {
    let corner = 0
    for (let index = 0; index < inputs; index += 1) {
      const last = (points[index] ?? 2) - 1
      const place = Math.min(1, Math.max(0, values[index] ?? 0)) * last
      const before = Math.min(Math.floor(place), last - 1)
      part[index] = place - before
      corner += before * (steps[index] ?? 0)
      insert(order, index, part)
    }
    let left = 1
    for (let output = 0; output < outputs; output += 1) result[output] = 0
    for (let rank = 0; rank <= inputs; rank += 1) {
      const next = order[rank] ?? 0
      const far = rank < inputs ? (part[next] ?? 0) : 0
      const weight = left - far
      for (let output = 0; output < outputs; output += 1) {
        result[output] = (result[output] ?? 0) + weight * (grid[corner + output] ?? 0)
      }
      if (rank < inputs) corner += steps[next] ?? 0
      left = far
    }
    return result
  }
}

/** Inserts an index into the list of the indexes before it, which is sorted by distance, the farthest first. */
function insert(order: Uint8Array, index: number, part: Float32Array): void {
  let at = index
  for (; at > 0 && (part[order[at - 1] ?? 0] ?? 0) < (part[index] ?? 0); at -= 1) order[at] = order[at - 1] ?? 0
  order[at] = index
}
