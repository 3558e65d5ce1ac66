import * as v from 'valibot'
import { Failure } from '../../core/failure.ts'
import { type Admin, entriesOf } from './admin.ts'

/** A policy's document as the server tells it. */
export const Document = v.record(v.string(), v.unknown())

/** A policy's document; 400 for text that is no JSON object. What the statements may say, the storage server knows. */
export const parseDocument = (text: string): Record<string, unknown> => {
  try {
    return v.parse(Document, JSON.parse(text))
  } catch (error) {
    throw new Failure(400, 'The policy is not valid JSON', String(error))
  }
}

/** All policies of the server, their documents as JSON text (minio-server 3.5). */
export const readPolicies = async (admin: Admin) => {
  const all = await admin.read(entriesOf(Document), { method: 'GET', name: 'list-canned-policies', needs: 'admin:ListUserPolicies' })
  return all.map(([name, document]) => ({ name, policy: JSON.stringify(document) }))
}
