import * as z from 'zod'
import { users } from '../../../runtime/kit.ts'

export type UserRow = typeof users.$inferSelect

/** Columns that the admin reads; never the password's hash. */
export const userColumns = {
  seq: users.seq,
  id: users.id,
  email: users.email,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
  role: users.role,
  isActive: users.isActive,
  emailVerified: users.emailVerified,
  secondFactor: users.secondFactor,
  createdAt: users.createdAt,
  updatedAt: users.updatedAt,
}

type ShownRow = Omit<UserRow, 'passwordHash'>

const moment = z.iso.datetime({ precision: 3 })

export const adminUser = z
  .strictObject({
    id: z.string(),
    email: z.string(),
    username: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    role: z.string(),
    isActive: z.boolean(),
    emailVerified: z.boolean(),
    secondFactor: z.boolean(),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'AdminUser', description: 'An account, as administrators see it.' })

export type AdminUser = z.output<typeof adminUser>

export function showUser({ seq: _, createdAt, updatedAt, ...row }: ShownRow): AdminUser {
  return { ...row, createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(updatedAt).toISOString() }
}
