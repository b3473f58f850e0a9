import { and, count, eq, isNull } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { sha256 } from 'lintel/kit'
import { recoveryCodes } from '../tables.ts'
import { toBase32 } from './base32.ts'

const CODES = 10
/** Number of random bytes in a code, which makes 16 characters. */
const CODE_BYTES = 10

/**
 * Makes new recovery codes, which replace the former ones.
 * @returns the codes, which are shown only once, and the statements for the batch that stores their hashes
 */
export async function newRecoveryCodes(db: DrizzleD1Database, userId: string) {
  const codes = Array.from({ length: CODES }, newCode)
  const createdAt = Date.now()
  const rows = await Promise.all(codes.map(async (code) => ({ codeHash: await hashOf(code), userId, createdAt })))
  const statements = [forgetRecoveryCodes(db, userId), db.insert(recoveryCodes).values(rows)] as const
  return { codes, statements }
}

/** Uses up a recovery code, in one statement; returns whether it was right. */
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

/** Counts the recovery codes that still work. */
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

/** Makes a code of four groups of four characters: `K7QZ-2M4A-XT5P-9RBC`. */
function newCode(): string {
  const text = toBase32(crypto.getRandomValues(new Uint8Array(CODE_BYTES)))
  return text.match(/.{4}/g)?.join('-') ?? text
}

/** Returns the hash of a code, which may be typed with or without hyphens, in upper or lower case. */
function hashOf(code: string): Promise<string> {
  return sha256(`recovery:${code.replace(/[\s-]/g, '').toUpperCase()}`)
}
