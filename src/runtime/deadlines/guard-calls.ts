/** Waits for the answer to a call of a binding: `method` by name, with what it was given. */
export type WaitFor = (
  call: { readonly method: string; readonly values: readonly unknown[] },
  ask: () => PromiseLike<unknown>,
) => Promise<unknown>

const guardedObjects = new WeakMap<object, object>()

/**
 * A binding whose calls are waited for by `waitFor`. What a call gives at once and has calls of its own that take time (an
 * upload in parts, an image that is to be transformed) is guarded in the same way; answers are given as they are.
 * @param opening methods whose answer is such an object, at once or after a while
 */
export function guardCalls<Binding extends object>(
  binding: Binding,
  waitFor: WaitFor,
  opening: ReadonlySet<string>,
): Binding {
  const within = (value: unknown) => (isObject(value) ? guardCalls(value, waitFor, opening) : value)
  const proxy = new Proxy(binding, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target) // a binding's getters want the binding itself
      if (typeof member !== 'function' || typeof name !== 'string') return member
      return (...given: unknown[]) => {
        const values = given.map((value) => (isObject(value) ? (guardedObjects.get(value) ?? value) : value))
        const call = () => member.apply(target, values) as unknown
        if (!opening.has(name)) return waitFor({ method: name, values }, async () => call())
        const opened = call()
        return isPromise(opened) ? waitFor({ method: name, values }, () => opened).then(within) : within(opened)
      }
    },
  })
  guardedObjects.set(proxy, binding)
  return proxy
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return isObject(value) && 'then' in value
}
