import { and, eq } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { covers } from '../../ground/covers.ts'
import type { HostDatabase } from '../../hosts/host.ts'
import { expandPermissions } from '../access/expand-permissions.ts'
import { drizzleDatabase } from '../database/drizzle-database.ts'
import { teamPermissions, users } from '../database/tables.ts'
import { programOfIsolate } from '../isolate/runtime.ts'

/** Permissions of a user, by full name, sorted. */
export interface UserPermissions {
  readonly userId: string
  /** The user's role; empty for a user who does not exist or is not active. */
  readonly role: string
  readonly permissions: readonly string[]
  /** Additional permissions of the user in teams, by team id. */
  readonly teamPermissions: { readonly [teamId: string]: readonly string[] }
}

/** A database as handlers have it (`c.var.db`), or the binding itself. */
type Database = DrizzleD1Database | HostDatabase

/** Cached permissions of a user: patterns as roles and teams contain them. */
interface Held {
  readonly role: string
  readonly patterns: readonly string[]
  readonly teams: { readonly [teamId: string]: readonly string[] }
}

/**
 * Milliseconds for which an isolate caches a user's permissions. Changes made in other isolates take effect within this
 * time; those made in the same isolate take effect at once. The pipeline itself reads role and session for every
 * request.
 */
const LIFETIME = 5000
/** Maximum number of users whose permissions an isolate caches. */
const MAX_REMEMBERED = 1000

const remembered = new Map<string, { readonly held: Promise<Held>; readonly until: number }>()

/** Reads permissions of users, for code that has no request. */
export const permissionManager = {
  /**
   * Returns the user's role with its permissions, and the permissions that the user has in teams. Empty for an unknown
   * or inactive user.
   */
  async getUserPermissions(db: Database, userId: string): Promise<UserPermissions> {
    const { role, patterns, teams } = await heldBy(db, userId)
    const { roles } = programOfIsolate().manifest
    return {
      userId,
      role,
      permissions: expandPermissions(patterns, roles),
      teamPermissions: Object.fromEntries(
        Object.entries(teams).map(([team, patterns]) => [team, expandPermissions(patterns, roles)]),
      ),
    }
  },

  /**
   * Tells whether a user has a permission.
   * @param teamId also considers the user's permissions in this team
   */
  async hasPermission(db: Database, userId: string, permission: string, teamId?: string): Promise<boolean> {
    return includes(await heldBy(db, userId), permission, teamId)
  },

  /** Tells for each permission, by name, whether the user has it. */
  async checkMultiplePermissions(
    db: Database,
    userId: string,
    permissions: readonly string[],
  ): Promise<Record<string, boolean>> {
    const permissionsOfUser = await heldBy(db, userId)
    return Object.fromEntries(permissions.map((permission) => [permission, includes(permissionsOfUser, permission)]))
  },

  /**
   * Replaces a user's permissions in a team; an empty list removes them.
   * @param permissions names or patterns: `team.settings`, `content.*`
   */
  async setTeamPermissions(
    db: Database,
    userId: string,
    teamId: string,
    permissions: readonly string[],
  ): Promise<void> {
    const row = { userId, teamId, permissions: [...new Set(permissions)].sort(), updatedAt: Date.now() }
    const here = and(eq(teamPermissions.userId, userId), eq(teamPermissions.teamId, teamId))
    if (permissions.length === 0) await asDrizzle(db).delete(teamPermissions).where(here)
    else {
      await asDrizzle(db)
        .insert(teamPermissions)
        .values(row)
        .onConflictDoUpdate({ target: [teamPermissions.userId, teamPermissions.teamId], set: row })
    }
    remembered.delete(userId)
  },

  /** Clears the cached permissions of a user, so that they are read again. */
  clearUserCache(userId: string): void {
    remembered.delete(userId)
  },

  clearAllCache(): void {
    remembered.clear()
  },
}

/** Reads a user's permissions in one team from the database, without the cache. */
export async function readTeamPermissions(db: Database, userId: string, teamId: string): Promise<readonly string[]> {
  const [row] = await asDrizzle(db)
    .select({ permissions: teamPermissions.permissions })
    .from(teamPermissions)
    .where(and(eq(teamPermissions.userId, userId), eq(teamPermissions.teamId, teamId)))
  return row?.permissions ?? []
}

function includes({ patterns, teams }: Held, permission: string, teamId?: string): boolean {
  const inTeam = teamId === undefined ? [] : (teams[teamId] ?? [])
  return [...patterns, ...inTeam].some((pattern) => covers(pattern, permission))
}

function heldBy(db: Database, userId: string): Promise<Held> {
  const known = remembered.get(userId)
  if (known && known.until > Date.now()) return known.held
  const reading = readHeld(asDrizzle(db), userId)
  remembered.delete(userId)
  remembered.set(userId, { held: reading, until: Date.now() + LIFETIME })
  reading.catch(() => remembered.delete(userId)) // a failed read is not cached
  const [oldest] = remembered.keys()
  if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest)
  return reading
}

async function readHeld(db: DrizzleD1Database, userId: string): Promise<Held> {
  const [[user], teams] = await db.batch([
    db
      .select({ role: users.role })
      .from(users)
      .where(and(eq(users.id, userId), eq(users.isActive, true))),
    db.select().from(teamPermissions).where(eq(teamPermissions.userId, userId)),
  ])
  if (!user) return { role: '', patterns: [], teams: {} }
  return {
    role: user.role,
    patterns: programOfIsolate().manifest.roles[user.role] ?? [],
    teams: Object.fromEntries(teams.map(({ teamId, permissions }) => [teamId, permissions])),
  }
}

function asDrizzle(db: Database): DrizzleD1Database {
  return 'prepare' in db ? drizzleDatabase(db) : db
}
