import type { RequestContext } from '../../../config/request.ts'

/**
 * Reads a value once for a request, so that the route that loads it and the page that shows it share the result.
 * @param name name of the value, unique to one `read`
 */
export function oncePerRequest<Value>(c: RequestContext, name: string, read: () => Promise<Value>): Promise<Value> {
  const readings = known.get(c.req.raw) ?? new Map<string, Promise<unknown>>()
  known.set(c.req.raw, readings)
  const reading = (readings.get(name) as Promise<Value> | undefined) ?? read() // each name is read by one function
  readings.set(name, reading)
  return reading
}

const known = new WeakMap<Request, Map<string, Promise<unknown>>>()
