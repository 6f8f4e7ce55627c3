/** Low-cardinality facts without personal data. */
export type TraceAttributes = Record<string, string | number | boolean>

/** Runs work in a span of its own. */
export type Tracer = <T>(name: string, attributes: TraceAttributes, work: () => Promise<T>) => Promise<T>

/** A finished SQL statement: its text with placeholders, its milliseconds, and its SQLSTATE if it failed. */
export interface TracedStatement {
  text: string
  ms: number
  error?: string
}

let tracer: Tracer | undefined
/** Receives each finished statement; undefined unless OpenTelemetry is configured. */
export let traceStatement: ((statement: TracedStatement) => void) | undefined

/** Switches tracing on; without it, {@link traced} only runs the work and nothing of OpenTelemetry is loaded. */
export function setTracing(tracing: { tracer: Tracer; statement: typeof traceStatement } | undefined): void {
  tracer = tracing?.tracer
  traceStatement = tracing?.statement
}

/** Runs work in a span, if OpenTelemetry is configured; see `telemetry.ts`. */
export const traced: Tracer = (name, attributes, work) => (tracer ? tracer(name, attributes, work) : work())
