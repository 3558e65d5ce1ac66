import { useEffect, useState } from 'react'
import { call } from 'stowage/web'
import { Failure } from 'stowage'
import { tenants } from '../../contract.ts'
import { creating } from '../../create/contract.ts'
import { remainingQuotas } from '../../sizes/quota.ts'
import * as messages from '../../messages.ts'

/** State of a namespace; `classes` are its storage classes with the remaining bytes of each. */
export type NamespaceState = {
  namespace: string
  classes: { name: string; left: number }[]
  /** Why no tenant can be created in it. */
  problem?: string
  /** It does not exist yet and can be created. */
  missing?: true
  /** Why there are no storage classes to choose from. */
  noClasses?: string
  /** Why storage classes are unknown, so that one may be typed. */
  unread?: string
}

const NO_CLASSES = messages.noStorageClass

const classesIn = async (
  namespace: string,
): Promise<Pick<NamespaceState, 'classes' | 'missing' | 'noClasses' | 'unread'>> => {
  try {
    const params = { namespace, name: `${namespace}-storagequota` }
    const classes = remainingQuotas((await call(creating.quota, { params })).elements)
    return { classes, ...(classes.length === 0 && { noClasses: NO_CLASSES }) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.status === 404
      ? {
          classes: [],
          missing: true,
          noClasses: messages.createNamespaceFirst,
        }
      : {
          classes: [],
          unread: messages.storageClassesNotRead(error.detail ?? error.message),
        }
  }
}

const readNamespace = async (namespace: string): Promise<NamespaceState> => {
  try {
    const { tenants: there } = await call(tenants.listIn, { params: { namespace } })
    const classes = await classesIn(namespace)
    if (there?.length) return { namespace, ...classes, problem: messages.oneTenantPerNamespace }
    return { namespace, ...classes }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const problem = messages.namespaceCheckFailed(error.message)
    return { namespace, classes: [], problem, noClasses: messages.chooseNamespaceFirst }
  }
}

/** Looks up a namespace once its name has been unchanged for 500 ms; `reload` does so immediately. */
export const useNamespace = (namespace: string) => {
  const [state, setState] = useState<NamespaceState>()
  useEffect(() => {
    if (namespace === '') return undefined
    let over = false
    const timer = setTimeout(() => void readNamespace(namespace).then((next) => !over && setState(next)), 500)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [namespace])
  return {
    found: state?.namespace === namespace ? state : undefined,
    reload: async () => setState(await readNamespace(namespace)),
  }
}
