/** Waits for the result of a call to a binding, given the method's name and arguments. */
export type WaitFor = (
  call: { readonly method: string; readonly values: readonly unknown[] },
  ask: () => PromiseLike<unknown>,
) => Promise<unknown>

const guardedObjects = new WeakMap<object, object>()

/**
 * Returns a binding whose calls go through `waitFor`. Objects that a call returns and that have asynchronous methods
 * themselves (an upload in parts, an image to transform) are guarded in the same way; other results are returned
 * unchanged.
 * @param opening methods that return such an object, directly or as a promise
 */
export function guardCalls<Binding extends object>(
  binding: Binding,
  waitFor: WaitFor,
  opening: ReadonlySet<string>,
): Binding {
  const within = (value: unknown) => (isObject(value) ? guardCalls(value, waitFor, opening) : value)
  const proxy = new Proxy(binding, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target) // getters need the binding as `this`
      if (typeof member !== 'function' || typeof name !== 'string') return member
      return (...parameters: unknown[]) => {
        const values = parameters.map((value) => (isObject(value) ? (guardedObjects.get(value) ?? value) : value))
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
