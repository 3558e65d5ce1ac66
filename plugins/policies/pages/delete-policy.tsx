import { call } from 'stowage/web'
import { encodeSegment, displayName } from 'stowage'
import { confirmDelete, deleteAll } from 'stowage/ui'
import { policies } from '../contract.ts'
import * as messages from '../messages.ts'

/** Confirms, then deletes a policy; resolves to true once deleted. The server refuses to delete one in use. */
export const deletePolicy = (name: string) =>
  confirmDelete({
    noun: 'Policy',
    name,
    typed: true,
    body: (
      <>
        This deletes the policy <strong>{displayName(name)}</strong>. A policy that is still attached to a user or group
        cannot be deleted.
      </>
    ),
    remedy: { label: 'See who has it', href: `/policies/${encodeSegment(name)}?tab=users` },
    run: () => call(policies.remove, { query: { name } }),
  })

/** Confirms, then deletes several policies; resolves to true if at least one was deleted. */
export const deletePolicies = (names: readonly string[]) =>
  deleteAll({
    noun: { one: 'policy', many: 'policies' },
    items: names,
    consequence: messages.attachedPoliciesKept,
    remove: (name) => call(policies.remove, { query: { name } }),
  })
