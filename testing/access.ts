import type { Action, Endpoint, Input } from 'stowage'
import { sendCall } from './account.ts'
import type { TestConsole } from './console.ts'

/** A valid request for each call; `also` lists actions it needs besides those in the contract. */
export type AccessSamples<Contract> = {
  readonly [Name in keyof Contract]: { request: Input<Contract[Name]>; also?: readonly Action[] }
}

const unexpectedStatus = (name: string, who: string, status: number, expected: string) =>
  new Error(`The call "${name}" responded with ${status} to ${who}, where ${expected} was expected`)

/**
 * Sends each call of a contract as every kind of caller. Throws for a response that contradicts its `allow`: expected
 * are 401 without a session, 403 for an account without rights, and success for an account with the call's actions.
 */
export const checkAccess = async <Contract extends Readonly<Record<string, Endpoint>>>(
  console: TestConsole,
  contract: Contract,
  samples: AccessSamples<Contract>,
) => {
  const accountWithoutRights = await console.addAccount()
  for (const [name, endpoint] of Object.entries(contract)) {
    const { allow } = endpoint
    const { request, also = [] } = samples[name] as { request: object; also?: readonly Action[] }
    const status = async (account: Parameters<typeof sendCall>[0]) =>
      (await sendCall(account, endpoint, request)).status
    if (allow === 'anyone') continue
    const anonymous = await status(console.anonymous)
    if (anonymous !== 401) throw unexpectedStatus(name, 'a request without a session', anonymous, '401')
    if (allow !== 'signed-in') {
      const refused = await status(accountWithoutRights)
      if (refused !== 403) throw unexpectedStatus(name, 'an account without rights', refused, '403')
    }
    const actions = [...(allow === 'signed-in' ? [] : allow), ...also]
    const permitted = await status(
      actions.length > 0
        ? await console.addAccount(...actions.map((action) => ({ actions: [action] })))
        : accountWithoutRights,
    )
    if (permitted >= 400)
      throw unexpectedStatus(name, `an account with ${actions.join(', ') || 'no rights'}`, permitted, 'success')
  }
}
