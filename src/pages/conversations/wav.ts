/** Sample rate in Hz that speech models expect. */
const sampleRate = 16_000

/** Converts a recording to WAV: mono, 16 bit, 16 kHz. @throws if the browser cannot decode it */
export async function wavOf(recording: Blob): Promise<Blob> {
  // Decoding resamples to the rate of the context.
  const context = new OfflineAudioContext(1, 1, sampleRate)
  const audio = await context.decodeAudioData(await recording.arrayBuffer())
  const channels = Array.from({ length: audio.numberOfChannels }, (_, at) => audio.getChannelData(at))
  const bytes = 2 * audio.length
  const header = new DataView(new ArrayBuffer(44))
  const write = (at: number, text: string) => {
    for (const [index, letter] of [...text].entries()) header.setUint8(at + index, letter.charCodeAt(0))
  }
  write(0, 'RIFF')
  header.setUint32(4, 36 + bytes, true)
  write(8, 'WAVEfmt ')
  header.setUint32(16, 16, true)
  header.setUint16(20, 1, true)
  header.setUint16(22, 1, true)
  header.setUint32(24, sampleRate, true)
  header.setUint32(28, 2 * sampleRate, true)
  header.setUint16(32, 2, true)
  header.setUint16(34, 16, true)
  write(36, 'data')
  header.setUint32(40, bytes, true)
  const samples = new DataView(new ArrayBuffer(bytes))
  for (let at = 0; at < audio.length; at++) {
    const mean = channels.reduce((sum, channel) => sum + (channel[at] ?? 0), 0) / channels.length
    samples.setInt16(2 * at, Math.max(-1, Math.min(1, mean)) * 32_767, true)
  }
  return new Blob([header, samples], { type: 'audio/wav' })
}
