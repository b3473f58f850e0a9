import { definePlugin, defineRoute } from 'lintel'
import { serviceOf } from 'lintel/kit'
import * as z from 'zod'
import type { EmailService } from '../../../../plugins/email/service.ts'

/** Lets a test call the service's methods as another plugin would. */
export default definePlugin({
  name: 'letters',
  version: '1.0.0',
  dependencies: ['email'],
  http: {
    routes: {
      send: defineRoute({
        method: 'POST',
        path: '/api/letters/:method',
        access: 'public',
        input: { json: z.looseObject({}) },
        handler: async (c, { json }) => {
          const service = await serviceOf(c, 'email')
          const method = c.req.param('method') as keyof EmailService // as the test names it
          const send = service[method] as (message: unknown) => Promise<{ id: string | null }>
          return c.json(await send(json))
        },
      }),
    },
  },
})
