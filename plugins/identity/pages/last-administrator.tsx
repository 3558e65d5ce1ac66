import type { ReactNode } from 'react'
import { call } from 'stowage/web'
import { Failure } from 'stowage'
import { confirm } from 'stowage/ui'
import { lastAdministrator, type Loss, policies, unknownAdministrators } from 'stowage/plugins/policies'

/** Warnings before a change that may remove the last administrator; empty if others remain. */
export const warningsOf = async (loss: Loss): Promise<string[]> => {
  try {
    return lastAdministrator(await call(policies.administrators, { body: loss }))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return [unknownAdministrators(error)]
  }
}

/** The warnings as paragraphs of a confirmation. */
export const Warnings = ({ of }: { of: readonly string[] }): ReactNode =>
  of.map((warning) => <p key={warning}>{warning}</p>)

/** Asks for confirmation of a change that may remove the last administrator; resolves to true to continue. */
export const askLastAdministrator = async (loss: Loss): Promise<boolean> => {
  const warnings = await warningsOf(loss)
  if (warnings.length === 0) return true
  return confirm({ title: 'Remove Administrator Permissions', body: <Warnings of={warnings} />, verb: 'Continue' })
}
