/** A function of the language itself, or one that Node adds to the globals. */
interface Builtin {
  readonly owner: object
  readonly key: string | symbol
  /** Name of the function: `Array.prototype.map`. */
  readonly name: string
  readonly value: unknown
}

const { defineProperty, getOwnPropertyDescriptor } = Object

let builtins: readonly Builtin[] = []

/** Remembers the current functions, before any code of the project has run. */
export function rememberFunctions(): void {
  builtins = Object.getOwnPropertyNames(globalThis).flatMap((name): Builtin[] => {
    const { value } = getOwnPropertyDescriptor(globalThis, name) ?? {}
    const isSpace = typeof value === 'function' || ['JSON', 'Math', 'Reflect', 'Atomics', 'Intl'].includes(name)
    if (!isSpace) return []
    const own = functionsOf(value, name)
    const { prototype } = value as { prototype?: object }
    const itself = { owner: globalThis, key: name, name, value }
    return [itself, ...own, ...(prototype ? functionsOf(prototype, `${name}.prototype`) : [])]
  })
}

function functionsOf(owner: object, prefix: string): Builtin[] {
  return Reflect.ownKeys(owner).flatMap((key) => {
    const { value, get } = getOwnPropertyDescriptor(owner, key) ?? {}
    if (key === 'prototype' || key === 'constructor' || typeof (value ?? get) !== 'function') return []
    const name = typeof key === 'symbol' ? `${prefix}[${key.description}]` : `${prefix}.${key}`
    return [{ owner, key, name, value: value ?? get }]
  })
}

/** Returns the names of replaced functions. If there are any, no later result of the config can be trusted. */
export function replacedFunctions(): string[] {
  const names: string[] = []
  for (let index = 0; index < builtins.length; index += 1) {
    const { owner, key, name, value } = builtins[index] as Builtin // the index is below the length
    const now = getOwnPropertyDescriptor(owner, key)
    if ((now?.value ?? now?.get) !== value) names[names.length] = name
  }
  return names
}

/** Makes assignments to functions throw, so that the stack shows which code replaces them. */
export function guardFunctions(names: readonly string[]): void {
  for (const { owner, key } of builtins.filter(({ name }) => names.includes(name))) {
    const { value, get = () => value } = getOwnPropertyDescriptor(owner, key) ?? {}
    defineProperty(owner, key, { get, configurable: false })
  }
  builtins = builtins.filter(({ name }) => !names.includes(name))
}
