/**
 * Hands on what arrives in one turn of the event loop once all of it is there, in its order. Requests that are answered side
 * by side take less than those that are answered one after another, between reads of connections: with 16 connections a core
 * answers 1.3 to 2.1 times as many (decision 347). One that comes alone waits for microseconds.
 */
export function sideBySide<Given extends readonly unknown[]>(handle: (...given: Given) => void): typeof handle {
  let arrived: Given[] = []
  const handAllOn = () => {
    const all = arrived
    arrived = []
    for (const given of all) handle(...given)
  }
  return (...given) => {
    if (arrived.length === 0) setImmediate(handAllOn)
    arrived.push(given)
  }
}
