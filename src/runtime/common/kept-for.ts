/**
 * Makes a function that makes something for an object once, and keeps it as long as the object lives. Whatever an isolate
 * remembers between requests hangs on its runtime, program, collection or bindings in this way.
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
