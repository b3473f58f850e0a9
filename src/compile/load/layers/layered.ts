import { originOf, rememberOrigin } from '../../../config/origin.ts'

/** A declaration with the same options at the same place. */
export function copyOf<T extends object>(declaration: T, options: object = declaration): T {
  const copy = { ...options } as T // the options of a declaration are its members
  const origin = originOf(declaration)
  if (origin) rememberOrigin(copy, origin)
  return copy
}

const layers = new WeakMap<object, readonly object[]>()

/** Remembers the declarations that one is merged from, the first of them being the nearest. */
export function rememberLayers<T extends object>(merged: T, from: readonly object[]): T {
  layers.set(merged, from.flatMap(layersOf))
  return merged
}

/** The declarations that one is merged from; the one itself where it is not. */
export function layersOf(declaration: object): readonly object[] {
  return layers.get(declaration) ?? [declaration]
}

type Path = readonly (string | number)[]

/** An option of a declaration. */
interface Option {
  readonly declaration: object
  readonly path: Path
}

/** Finds an option in the layer that it comes from. */
export function optionInLayer({ declaration, path }: Option): Option {
  const all = layersOf(declaration)
  for (const layer of all) {
    const way = waysTo(path).find((each) => leadsSomewhere(layer, each))
    if (way) return { declaration: layer, path: way }
  }
  return { declaration: all[0] ?? declaration, path }
}

/** The ways to an option in a file: an environment's may stand among its overrides, which go before. */
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
