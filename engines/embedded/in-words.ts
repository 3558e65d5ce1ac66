import { faultOf } from './store/faults.ts'

type Method = (...args: unknown[]) => Promise<unknown>

/** The port, with whatever its calls meet of a damaged data folder told in words. All of its methods answer once. */
export const inWords = <Port>(port: Port, folder: string): Port => {
  const told =
    (call: Method): Method =>
    async (...args) => {
      try {
        return await call(...args)
      } catch (error) {
        throw await faultOf(error, folder)
      }
    }
  return Object.fromEntries(Object.entries(port as Record<string, Method>).map(([name, call]) => [name, told(call)])) as Port
}
