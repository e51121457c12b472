"""Context size: measurement, calibration and budget."""
