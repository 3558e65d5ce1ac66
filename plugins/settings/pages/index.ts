export * as all from './settings.tsx'
export * as audit from './audit.tsx'
export * as logger from './logger.tsx'
export * as one from './settings.tsx'
