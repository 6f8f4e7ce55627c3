import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import { webVitals } from '#contract/analytics/web-vitals.ts'
import { outsideTransaction } from '#server/kit/handlers.ts'
import { serve } from '#server/kit/serve.ts'
import type { Services } from '#server/services.ts'
import { isProgram } from '../programs.ts'

/** The buckets include the limits of good and poor experiences: https://web.dev/articles/vitals */
function createHistograms(register: Registry) {
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({
      name: `voicedeck_web_${name}`,
      help,
      labelNames: ['route'],
      buckets,
      registers: [register],
    })
  return {
    lcp: histogram(
      'largest_contentful_paint_seconds',
      'Largest Contentful Paint in browsers',
      [0.5, 1, 1.5, 2, 2.5, 3, 4, 6, 10],
    ),
    inp: histogram(
      'interaction_to_next_paint_seconds',
      'Interaction to Next Paint in browsers',
      [0.05, 0.1, 0.2, 0.3, 0.5, 1, 2],
    ),
    ttfb: histogram(
      'time_to_first_byte_seconds',
      'Time to First Byte in browsers',
      [0.1, 0.2, 0.4, 0.8, 1.8, 3],
    ),
    cls: histogram(
      'cumulative_layout_shift',
      'Cumulative Layout Shift in browsers',
      [0, 0.01, 0.05, 0.1, 0.25, 0.5],
    ),
  }
}

export default async (app: FastifyInstance, { services }: { services: Services }) => {
  // Null where metrics are switched off: the console need not know.
  const histograms = app.metrics && createHistograms(app.metrics)
  await app.register(
    serve(webVitals)({
      report: outsideTransaction(async ({ body: { route, lcp, inp, ttfb, cls }, request }) => {
        if (!histograms || isProgram(request.headers['user-agent'])) return
        if (lcp !== undefined) histograms.lcp.observe({ route }, lcp / 1000)
        if (inp !== undefined) histograms.inp.observe({ route }, inp / 1000)
        if (ttfb !== undefined) histograms.ttfb.observe({ route }, ttfb / 1000)
        if (cls !== undefined) histograms.cls.observe({ route }, cls)
      }),
    }),
    { services },
  )
}
