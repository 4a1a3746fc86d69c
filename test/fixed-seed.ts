import fc from 'fast-check';

/** Property tests try the same values in every run, unless FUZZ_SEED asks for others. */
fc.configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 20261121) });
