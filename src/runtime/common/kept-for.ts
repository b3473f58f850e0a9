/**
 * Memoizes a function of an object for the lifetime of that object. Everything that an isolate keeps between requests
 * is attached to its runtime, program, collection or bindings in this way.
 */
export function keptFor<Key extends WeakKey, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const kept = new WeakMap<Key, Value>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = make(key)
    kept.set(key, made)
    return made
  }
}
