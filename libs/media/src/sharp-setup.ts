import sharp from 'sharp';

/**
 * sharp with its cache off and with the few loaders that benchmark pictures need; everything else (SVG, PDF, HEIF,
 * raw camera files and what else libvips knows) is blocked in this process. Processor-specific code of libvips is off,
 * so that a scaled picture has the same bytes everywhere. The only place that imports sharp.
 */
function setUpSharp(): typeof sharp {
  sharp.cache(false);
  sharp.simd(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadTiff', 'VipsForeignLoadWebp'] });
  return sharp;
}

export const limitedSharp = setUpSharp();
