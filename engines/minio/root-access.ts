import { fallbackOn } from '../s3/has-code.ts'
import type { Caller } from './caller.ts'
import { createConfigKv, DEFAULT_TARGET } from './config-kv.ts'
import { readRights } from './rights.ts'

/** Whether root may sign in; `unknown` for callers that may not read the configuration. */
export const readRootAccess = async (caller: Caller): Promise<'on' | 'off' | 'unknown'> => {
  if (!(await readRights(caller)).mayGrant('admin:ConfigUpdate')) return 'unknown'
  const targets = await fallbackOn(createConfigKv(caller).read('api'), ['AccessDenied'], undefined)
  if (!targets) return 'unknown'
  const api = targets.find(({ target }) => target === DEFAULT_TARGET)
  // older servers lack this setting and always allow root
  const value = api?.fromEnvironment.get('root_access')?.value ?? api?.values.get('root_access') ?? 'on'
  return value === 'off' ? 'off' : 'on'
}
