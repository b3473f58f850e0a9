import { originOf, rememberOrigin } from '../../../ground/origin.ts'

/** Copies a declaration, with its call site. Other options may replace those of the declaration. */
export function copyOf<T extends object>(declaration: T, options: object = declaration): T {
  const copy = { ...options } as T // a declaration has its options as members
  const origin = originOf(declaration)
  if (origin) rememberOrigin(copy, origin)
  return copy
}

const layers = new WeakMap<object, readonly object[]>()

/** Remembers the declarations from which one was merged, in order of precedence. Returns the merged declaration. */
export function rememberLayers<T extends object>(merged: T, from: readonly object[]): T {
  layers.set(merged, from.flatMap(layersOf))
  return merged
}

/**
 * Returns the declarations from which a declaration was merged, in order of precedence; for one that was not merged,
 * itself.
 */
export function layersOf(declaration: object): readonly object[] {
  return layers.get(declaration) ?? [declaration]
}

type Path = readonly (string | number)[]

/** Option of a declaration. */
interface Option {
  readonly declaration: object
  readonly path: Path
}

/** Finds an option in the layer that declares it; if no layer does, in the first one. */
export function optionInLayer({ declaration, path }: Option): Option {
  const all = layersOf(declaration)
  for (const layer of all) {
    const way = waysTo(path).find((each) => leadsSomewhere(layer, each))
    if (way) return { declaration: layer, path: way }
  }
  return { declaration: all[0] ?? declaration, path }
}

/** Returns the possible paths of an option in a file. Overrides of an environment take precedence. */
export function waysTo(path: Path): Path[] {
  const [first, name, ...rest] = path
  if (first !== 'environments' || name === undefined) return [path]
  return [['$env', name, ...rest], [`$${name}`, ...rest], path]
}

function leadsSomewhere(declaration: object, path: Path): boolean {
  let value: unknown = declaration
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false
    value = Reflect.get(value, step)
  }
  return true
}
