/** Takes values, 0 to 1, and gives others; what it gives is its own, and good until the next time. */
export type Stage = (values: Float32Array) => Float32Array

/**
 * Between the points of a grid, whose first input varies least: from the corner below each value, one step along the input
 * that lies farthest from it, then along the next, each corner weighed by how much farther. Greys stay grey so.
 * @throws Error for a grid that has no room between its points
 */
export function gridStage(points: readonly number[], outputs: number, grid: Float32Array): Stage {
  const inputs = points.length
  if (inputs === 0 || points.some((count) => count < 2)) throw new Error('the grid has too few points')
  const steps = points.map((_, index) => points.slice(index + 1).reduce((product, count) => product * count, outputs))
  const part = new Float32Array(inputs)
  const order = new Uint8Array(inputs)
  const given = new Float32Array(outputs)
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
    for (let output = 0; output < outputs; output += 1) given[output] = 0
    for (let rank = 0; rank <= inputs; rank += 1) {
      const next = order[rank] ?? 0
      const far = rank < inputs ? (part[next] ?? 0) : 0
      const weight = left - far
      for (let output = 0; output < outputs; output += 1) {
        given[output] = (given[output] ?? 0) + weight * (grid[corner + output] ?? 0)
      }
      if (rank < inputs) corner += steps[next] ?? 0
      left = far
    }
    return given
  }
}

/** Keeps the inputs before this one, and this one, in order: the farthest first. */
function insert(order: Uint8Array, index: number, part: Float32Array): void {
  let at = index
  for (; at > 0 && (part[order[at - 1] ?? 0] ?? 0) < (part[index] ?? 0); at -= 1) order[at] = order[at - 1] ?? 0
  order[at] = index
}
