import { openEngine, signIn } from './workspace.ts'
import { temporaryFolder } from '../../lib/temporary-folder.ts'

export const policy = (effect: 'Allow' | 'Deny', action: string, more: object = {}) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: effect, Action: action, Resource: 'arn:aws:s3:::*', ...more }],
  })

export const ann = { accessKey: 'ann', secretKey: 'ann-secret-key' }

export const openEngineWithAnn = async (...policies: string[]) => {
  const engine = await openEngine(temporaryFolder())
  const admin = await signIn(engine)
  await admin.identity.addUser({ ...ann, groups: [], policies })
  return { engine, admin }
}
