# The proxy with the app inside, for a helper that others use or for a machine without Rust: docs/install.md.
# A release puts its own programs in place of the first stage: --build-context programs=DIR.
FROM rust:1.95-bookworm AS programs
ARG TARGETARCH
# npm brings Binaryen and esbuild. Its version does not matter, and Debian removes old ones.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends npm \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /salticid
COPY . .
RUN cargo xtask package app proxy \
    && mkdir "/$TARGETARCH" \
    && tar -xzf target/package/salticid-proxy-*.tar.gz -C "/$TARGETARCH"

# No shell, no package manager, no root.
FROM gcr.io/distroless/cc-debian12:nonroot
ARG TARGETARCH
COPY --from=programs /${TARGETARCH}/ /
ENV SALTICID_LISTEN=0.0.0.0:8181
EXPOSE 8181
USER 65532:65532
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["/salticid-proxy", "--check-health"]
ENTRYPOINT ["/salticid-proxy"]
