export { type AccessSamples, checkAccess } from '../testing/access.ts'
export type { KeyPair, TestAccount, TestResponse } from '../testing/account.ts'
export { chromium, type PageOptions } from '../testing/browser.ts'
export {
  type ConsoleOptions,
  type EngineName,
  engines,
  type Grant,
  runnableEngines,
  startConsole,
  startStorage,
  type TestConsole,
} from '../testing/console.ts'
export { expectFailure } from '../testing/expect-failure.ts'
export type { MinioOptions, TestStorage } from '../testing/minio.ts'
