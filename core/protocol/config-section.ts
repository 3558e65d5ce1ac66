import * as v from 'valibot'
import type { Setting } from './config-setting.ts'

/** Groups of the Settings page, from top to bottom. */
export const settingsGroups = ['Server', 'Identity', 'Data', 'Logs', 'Monitoring', 'Other'] as const
export type SettingsGroup = (typeof settingsGroups)[number]

/**
 * Changes of a section that can lock users out and therefore need a second confirmation: those that set
 * `condition.key` to `condition.value`, or all if there is no `condition`.
 */
export const Lockout = v.object({
  warning: v.string(),
  condition: v.optional(v.object({ key: v.string(), value: v.string() })),
})
export type Lockout = v.InferOutput<typeof Lockout>

/** One step of a test from the console. Tests end with the first step that fails. */
export const TestStep = v.object({
  title: v.string(),
  outcome: v.picklist(['passed', 'failed', 'skipped']),
  detail: v.optional(v.string()),
})
export type TestStep = v.InferOutput<typeof TestStep>

/** Input of a section test besides the values. Engines add the connections to hosts. */
export interface TestContext {
  /** An account to sign in with; empty if none was entered. */
  user: string
  password: string
}

/** Tests the values of a section, saved or not. A stored secret may be absent. */
export type TestSection = (
  values: Readonly<Record<string, string>>,
  context: TestContext,
) => Promise<readonly TestStep[]>

/**
 * A section of the storage server's configuration that a plugin owns. The Settings page shows it if the storage server
 * has it and the plugin is on. Settings that are not listed follow in the order of the server's own help.
 */
export type ConfigSection = {
  /** Its name at the storage server, such as `heal`. */
  id: string
  title: string
  group: SettingsGroup
  /** Noun for one of several targets. Default: Target. */
  targetLabel?: string
  settings?: readonly Setting[]
  lockout?: Lockout
  /** `acceptsCredentials` offers fields for a user and a password. */
  test?: { description: string; acceptsCredentials?: true; load: () => Promise<{ default: TestSection }> }
  /** The plugin's own pages edit it, so the Settings page leaves it out. */
  ownPages?: true
}

/** A section, the plugin that owns it, and whether that plugin is on. */
export type ClaimedSection = ConfigSection & { plugin: string; active: boolean }
