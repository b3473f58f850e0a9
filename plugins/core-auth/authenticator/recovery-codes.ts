import { and, count, eq, isNull } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { sha256 } from 'lintel/kit'
import { recoveryCodes } from '../tables.ts'
import { toBase32 } from './base32.ts'

const CODES = 10
/** Random bytes of a code: 16 characters. */
const CODE_BYTES = 10

/**
 * New recovery codes; the former ones end.
 * @returns the codes, to be shown once, and the statements of the batch that stores their hashes
 */
export async function newRecoveryCodes(db: DrizzleD1Database, userId: string) {
  const codes = Array.from({ length: CODES }, newCode)
  const createdAt = Date.now()
  const rows = await Promise.all(codes.map(async (code) => ({ codeHash: await hashOf(code), userId, createdAt })))
  const statements = [forgetRecoveryCodes(db, userId), db.insert(recoveryCodes).values(rows)] as const
  return { codes, statements }
}

/** Uses a recovery code up, in one statement; tells whether it was right. */
export async function redeemRecoveryCode(db: DrizzleD1Database, userId: string, code: string): Promise<boolean> {
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: Date.now() })
    .where(
      and(
        eq(recoveryCodes.codeHash, await hashOf(code)),
        eq(recoveryCodes.userId, userId),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

/** Number of recovery codes that still work. */
export async function countRecoveryCodes(db: DrizzleD1Database, userId: string): Promise<number> {
  const [left] = await db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return left?.count ?? 0
}

export function forgetRecoveryCodes(db: DrizzleD1Database, userId: string) {
  return db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** Four groups of four: `K7QZ-2M4A-XT5P-9RBC`. */
function newCode(): string {
  const text = toBase32(crypto.getRandomValues(new Uint8Array(CODE_BYTES)))
  return text.match(/.{4}/g)?.join('-') ?? text
}

/** Typed with or without the hyphens, in any case. */
function hashOf(code: string): Promise<string> {
  return sha256(`recovery:${code.replace(/[\s-]/g, '').toUpperCase()}`)
}
